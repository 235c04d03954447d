// Thrust is not part of what programs find here.
#pragma once
#error "Thrust is not supported"
