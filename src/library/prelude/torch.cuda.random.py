# torch.cuda.random
from torch.cuda import get_rng_state, initial_seed, manual_seed, manual_seed_all, seed, set_rng_state
