# The package that find_package(Extrema) finds: libraries, headers, TableGen
# files. Nothing in it names the folder where it was built or installed.

include(CMakePackageConfigHelpers)

set(extrema_package_dir lib/cmake/Extrema)

configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/ExtremaConfig.cmake.in
  ${PROJECT_BINARY_DIR}/${extrema_package_dir}/ExtremaConfig.cmake
  INSTALL_DESTINATION ${extrema_package_dir})
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/${extrema_package_dir}/ExtremaConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/${extrema_package_dir}/ExtremaConfig.cmake
  ${PROJECT_BINARY_DIR}/${extrema_package_dir}/ExtremaConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/ExtremaFindMLIR.cmake
  ${PROJECT_SOURCE_DIR}/cmake/ExtremaFindONNX.cmake
  DESTINATION ${extrema_package_dir})
install(EXPORT ExtremaTargets NAMESPACE Extrema::
  DESTINATION ${extrema_package_dir})

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/extrema
  DESTINATION include
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td")
install(DIRECTORY ${PROJECT_BINARY_DIR}/include/extrema
  DESTINATION include
  FILES_MATCHING PATTERN "*.inc"
  PATTERN "CMakeFiles" EXCLUDE)
