// The page's mustache template (kainjow), kept apart from the code that fills it.
#pragma once

namespace tilewright::report {

extern const char* const kPageTemplate;

}  // namespace tilewright::report
