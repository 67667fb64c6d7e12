# Finds ONNX's protobuf classes, as the target ExtremaONNXProto.

find_package(Protobuf REQUIRED)
find_path(EXTREMA_ONNX_INCLUDE_DIR onnx/onnx_pb.h)
find_library(EXTREMA_ONNX_PROTO_LIBRARY onnx_proto)
if(NOT EXTREMA_ONNX_INCLUDE_DIR OR NOT EXTREMA_ONNX_PROTO_LIBRARY)
  message(FATAL_ERROR
    "ONNX's protobuf classes are not found. scripts/setup installs them "
    "(Debian: libonnx-dev), or name an installed copy: "
    "-DCMAKE_PREFIX_PATH=PREFIX")
endif()

add_library(ExtremaONNXProto INTERFACE)
target_include_directories(ExtremaONNXProto SYSTEM INTERFACE
  ${EXTREMA_ONNX_INCLUDE_DIR} ${Protobuf_INCLUDE_DIRS})
# How Debian built the library: the headers declare other names without these.
target_compile_definitions(ExtremaONNXProto INTERFACE
  ONNX_ML=1 ONNX_NAMESPACE=onnx)
target_link_libraries(ExtremaONNXProto INTERFACE
  ${EXTREMA_ONNX_PROTO_LIBRARY} ${Protobuf_LIBRARIES})
