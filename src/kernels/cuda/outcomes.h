// What programs with a main (cuda.h) and extensions (extension.h) share: limits, refusals of the compiler, how a process ended.
#pragma once

#include <map>
#include <string>

#include "kernels/cuda/compiler.h"
#include "kernels/cuda/cuda.h"
#include "kernels/cuda/explain.h"
#include "kernels/cuda/runner_process.h"
#include "kernels/cuda/sources.h"

namespace tilewright::kernels::cuda {

Limits limits_of(const chips::Chip& chip);
SourceTexts texts_of(const RewrittenProgram& program);
// The compiler's errors at their places; what our own headers lack is Unsupported.
std::vector<ResolvedDiagnostic> explain_refusal(const Compiled& compiled, const RewrittenProgram& program);
int exit_code_of(const RunOutcome& outcome);
// `registers`: of a thread, by kernel, where they are known.
WorkCounters counters_of(const LaunchRecord& launch, const std::map<std::string, uint32_t>& registers = {});
// How a process ended that no fault explains.
void add_ending(const RunOutcome& outcome, std::vector<ResolvedDiagnostic>& faults, const SourceTexts& texts);
// The warning of a local that may have no value; null: there is none.
const CompilerMessage* uninitialised_warning(const Compiled& compiled);

}  // namespace tilewright::kernels::cuda
