// What the machine and the program are, for the report: no host names, users or paths.
#pragma once

#include <string>

namespace tilewright::teach {

// A JSON object: program and torch versions, processor, cores, memory, operating system.
std::string environment_facts(const std::string& version);

}  // namespace tilewright::teach
