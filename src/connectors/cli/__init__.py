"""The command line."""

import gc

# A command imports and reads what stays until it ends. Looking for garbage after every 700 new values, as Python does unless told
# otherwise, takes a tenth of the imports' time and finds none.
gc.set_threshold(100_000)
