# Writes OUTPUT, a C++ file with the text of every file in FOLDER that matches GLOB (run with cmake -P).
# FUNCTION (with its namespace) returns them as an array of {name without extension, text}.
file(GLOB files ${FOLDER}/${GLOB})
list(SORT files)
set(text "// Made from ${GLOB} by cmake/EmbedText.cmake.\n#include \"${HEADER}\"\n\nnamespace ${NAMESPACE} {\nnamespace {\n")
string(APPEND text "constexpr EmbeddedText kFiles[] = {\n")
foreach(file ${files})
  get_filename_component(name ${file} NAME)
  string(REGEX REPLACE "\\.[^.]*$" "" name ${name})
  file(READ ${file} content)
  string(APPEND text "    {\"${name}\", R\"EMBEDDED(${content})EMBEDDED\"},\n")
endforeach()
string(APPEND text "};\n}  // namespace\n\nstd::span<const EmbeddedText> ${FUNCTION}() { return kFiles; }\n\n}  // namespace ${NAMESPACE}\n")
file(WRITE ${OUTPUT} "${text}")
