import sys
from pathlib import Path

# What the tests of this folder share stands beside them; under `importlib` no folder of tests is on the path.
sys.path.insert(0, str(Path(__file__).parent))
