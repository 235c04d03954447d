# torch.cuda.amp
from torch.amp import GradScaler, autocast, custom_bwd, custom_fwd
