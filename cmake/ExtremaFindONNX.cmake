# Finds ONNX's protobuf classes, as the target Extrema::ONNXProto, which is not
# there if they are not. Installed too: users of Extrema::TargetONNX need them.

if(TARGET Extrema::ONNXProto)
  return()
endif()
find_package(Protobuf QUIET)
find_path(EXTREMA_ONNX_INCLUDE_DIR onnx/onnx_pb.h)
find_library(EXTREMA_ONNX_PROTO_LIBRARY onnx_proto)
if(NOT Protobuf_FOUND OR NOT EXTREMA_ONNX_INCLUDE_DIR OR
   NOT EXTREMA_ONNX_PROTO_LIBRARY)
  return()
endif()

add_library(Extrema::ONNXProto INTERFACE IMPORTED GLOBAL)
target_include_directories(Extrema::ONNXProto SYSTEM INTERFACE
  ${EXTREMA_ONNX_INCLUDE_DIR} ${Protobuf_INCLUDE_DIRS})
# How Debian built the library: the headers declare other names without these.
target_compile_definitions(Extrema::ONNXProto INTERFACE
  ONNX_ML=1 ONNX_NAMESPACE=onnx)
target_link_libraries(Extrema::ONNXProto INTERFACE
  ${EXTREMA_ONNX_PROTO_LIBRARY} ${Protobuf_LIBRARIES})
