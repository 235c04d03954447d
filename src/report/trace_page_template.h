// The trace page's mustache template (kainjow) and its script, which travels inside the page.
#pragma once

namespace tilewright::report {

extern const char* const kTracePageTemplate;
extern const char* const kTracePageScript;

}  // namespace tilewright::report
