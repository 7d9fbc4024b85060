import sys
from pathlib import Path

# What tests share stands beside this file; under `importlib` no folder of tests is on the path.
sys.path.insert(0, str(Path(__file__).parent))
