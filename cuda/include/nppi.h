// NPP is not part of what programs find here.
#pragma once
#error "NPP is not supported"
