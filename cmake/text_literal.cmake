# text_literal.cmake - a text as a C++ string literal.

# GCC takes string literals of any length; pieces keep to what the standard promises.
function(text_literal variable text)
  set(literal "")
  string(LENGTH "${text}" length)
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 16000 piece)
    string(APPEND literal "\n    R\"turnpike(${piece})turnpike\"")
    math(EXPR at "${at} + 16000")
  endwhile()
  set(${variable} "${literal}" PARENT_SCOPE)
endfunction()
