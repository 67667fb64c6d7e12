//===- ModelMutator.cpp - How libFuzzer changes a model ---------*- C++ -*-===//
//
// Changed bytes rarely are a model still. Here fields of a model are changed
// instead, by protobuf's reflection: numbers to ones at an edge, texts to names
// that mean something or that another part of the model has, parts removed,
// doubled, or taken from elsewhere. Bytes are changed now and then, too.
//
//===----------------------------------------------------------------------===//

#include "onnx/onnx_pb.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

static constexpr const char *kTexts[] = {
    // Operators
    "ArgMax", "ArgMin", "TopK", "Constant", "Identity", "Cast", "Shape",
    "Gather", "Slice", "Concat", "Min", "Max", "Add", "Sub", "Mul", "Div",
    "Squeeze", "Unsqueeze", "Reshape", "Flatten", "Transpose", "Neg",
    // Attributes
    "axis", "axes", "keepdims", "largest", "sorted", "select_last_index", "k",
    "to", "perm", "start", "end", "starts", "ends", "allowzero", "value",
    "value_int", "value_ints", "value_float",
    // Other
    "", "ai.onnx", "x"};

namespace {
class Mutator {
public:
  explicit Mutator(unsigned seed) : random(seed) {}

  /// Changes one field of one of the messages in `model`; parts of other
  /// messages come from `donor`, a message of the same type or `model` itself.
  void mutate(Message &model, const Message &donor);

  /// True once in `times`.
  bool once(unsigned times) { return pick(times) == 0; }

private:
  unsigned pick(unsigned end) { return random() % end; }
  template <typename Range> auto &pickFrom(Range &&range) {
    return range[pick(std::size(range))];
  }

  int64_t pickNumber(int64_t low, int64_t high);
  std::string pickText(const Message &donor);
  const FieldDescriptor *pickField(const Message &message);

  void setSingle(Message &message, const FieldDescriptor *field,
                 const Message &donor);
  void changeRepeated(Message &message, const FieldDescriptor *field,
                      const Message &donor);
  /// Sets element `index` of a repeated field, or adds one where it is -1.
  void setElement(Message &message, const FieldDescriptor *field, int index,
                  const Message &donor);
  void copyFromDonor(Message &message, const Message &donor);

  std::minstd_rand random;
};
} // namespace

/// Appends `message` and all messages in it.
static void collect(const Message &message,
                    llvm::SmallVectorImpl<const Message *> &messages) {
  messages.push_back(&message);
  const Reflection *reflection = message.GetReflection();
  std::vector<const FieldDescriptor *> fields;
  reflection->ListFields(message, &fields);
  for (const FieldDescriptor *field : fields) {
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE)
      continue;
    if (!field->is_repeated()) {
      collect(reflection->GetMessage(message, field), messages);
      continue;
    }
    for (int i = 0, e = reflection->FieldSize(message, field); i < e; ++i)
      collect(reflection->GetRepeatedMessage(message, field, i), messages);
  }
}

int64_t Mutator::pickNumber(int64_t low, int64_t high) {
  static constexpr int64_t edges[] = {std::numeric_limits<int32_t>::max(),
                                      std::numeric_limits<int32_t>::min(),
                                      int64_t(1) << 32,
                                      int64_t(1) << 40,
                                      int64_t(1) << 61,
                                      int64_t(1) << 62,
                                      std::numeric_limits<int64_t>::max(),
                                      std::numeric_limits<int64_t>::min(),
                                      std::numeric_limits<int64_t>::min() + 1};
  int64_t number = once(4) ? pickFrom(edges) : int64_t(pick(32)) - 3;
  return std::clamp(number, low, high);
}

std::string Mutator::pickText(const Message &donor) {
  if (once(2))
    return pickFrom(kTexts);
  // A name of another part: that is what connects the parts of a graph.
  llvm::SmallVector<const Message *> messages;
  collect(donor, messages);
  llvm::SmallVector<std::string> texts;
  for (const Message *message : messages) {
    const Reflection *reflection = message->GetReflection();
    std::vector<const FieldDescriptor *> fields;
    reflection->ListFields(*message, &fields);
    for (const FieldDescriptor *field : fields) {
      if (field->type() != FieldDescriptor::TYPE_STRING)
        continue;
      if (!field->is_repeated()) {
        texts.push_back(reflection->GetString(*message, field));
        continue;
      }
      for (int i = 0, e = reflection->FieldSize(*message, field); i < e; ++i)
        texts.push_back(reflection->GetRepeatedString(*message, field, i));
    }
  }
  return texts.empty() ? "x" : pickFrom(texts);
}

const FieldDescriptor *Mutator::pickField(const Message &message) {
  std::vector<const FieldDescriptor *> fields;
  message.GetReflection()->ListFields(message, &fields);
  // Mostly one that is there: most that a message may hold means nothing here.
  if (!fields.empty() && !once(4))
    return pickFrom(fields);
  const auto *descriptor = message.GetDescriptor();
  return descriptor->field(pick(descriptor->field_count()));
}

void Mutator::copyFromDonor(Message &message, const Message &donor) {
  llvm::SmallVector<const Message *> messages;
  collect(donor, messages);
  llvm::erase_if(messages, [&](const Message *other) {
    return other == &message ||
           other->GetDescriptor() != message.GetDescriptor();
  });
  if (messages.empty())
    return;
  // By way of a copy: the one may hold the other.
  std::unique_ptr<Message> copy(message.New());
  copy->CopyFrom(*pickFrom(messages));
  message.CopyFrom(*copy);
}

void Mutator::setSingle(Message &message, const FieldDescriptor *field,
                        const Message &donor) {
  const Reflection *reflection = message.GetReflection();
  if (once(5)) {
    reflection->ClearField(&message, field);
    return;
  }
  switch (field->cpp_type()) {
  case FieldDescriptor::CPPTYPE_INT32:
    return reflection->SetInt32(
        &message, field,
        static_cast<int32_t>(pickNumber(std::numeric_limits<int32_t>::min(),
                                        std::numeric_limits<int32_t>::max())));
  case FieldDescriptor::CPPTYPE_INT64:
    return reflection->SetInt64(
        &message, field,
        pickNumber(std::numeric_limits<int64_t>::min(),
                   std::numeric_limits<int64_t>::max()));
  case FieldDescriptor::CPPTYPE_FLOAT:
    return reflection->SetFloat(&message, field, 1.5F);
  case FieldDescriptor::CPPTYPE_ENUM:
    return reflection->SetEnumValue(
        &message, field,
        field->enum_type()
            ->value(pick(field->enum_type()->value_count()))
            ->number());
  case FieldDescriptor::CPPTYPE_STRING:
    return reflection->SetString(
        &message, field,
        field->type() == FieldDescriptor::TYPE_BYTES
            ? std::string(size_t(4) * pick(5), static_cast<char>(pick(4)))
            : pickText(donor));
  case FieldDescriptor::CPPTYPE_MESSAGE:
    return copyFromDonor(*reflection->MutableMessage(&message, field), donor);
  default: // no other one is in a model, or only as repeated
    return;
  }
}

void Mutator::setElement(Message &message, const FieldDescriptor *field,
                         int index, const Message &donor) {
  const Reflection *reflection = message.GetReflection();
  bool isNew = index < 0;
  auto set = [&](auto setOne, auto addOne, auto value) {
    if (isNew)
      (reflection->*addOne)(&message, field, value);
    else
      (reflection->*setOne)(&message, field, index, value);
  };
  switch (field->cpp_type()) {
  case FieldDescriptor::CPPTYPE_INT32:
    return set(
        &Reflection::SetRepeatedInt32, &Reflection::AddInt32,
        static_cast<int32_t>(pickNumber(std::numeric_limits<int32_t>::min(),
                                        std::numeric_limits<int32_t>::max())));
  case FieldDescriptor::CPPTYPE_INT64:
    return set(&Reflection::SetRepeatedInt64, &Reflection::AddInt64,
               pickNumber(std::numeric_limits<int64_t>::min(),
                          std::numeric_limits<int64_t>::max()));
  case FieldDescriptor::CPPTYPE_UINT64:
    return set(
        &Reflection::SetRepeatedUInt64, &Reflection::AddUInt64,
        static_cast<uint64_t>(pickNumber(std::numeric_limits<int64_t>::min(),
                                         std::numeric_limits<int64_t>::max())));
  case FieldDescriptor::CPPTYPE_FLOAT:
    return set(&Reflection::SetRepeatedFloat, &Reflection::AddFloat, 1.5F);
  case FieldDescriptor::CPPTYPE_DOUBLE:
    return set(&Reflection::SetRepeatedDouble, &Reflection::AddDouble, 1.5);
  case FieldDescriptor::CPPTYPE_STRING: {
    std::string text = pickText(donor);
    if (isNew)
      return reflection->AddString(&message, field, text);
    return reflection->SetRepeatedString(&message, field, index, text);
  }
  case FieldDescriptor::CPPTYPE_MESSAGE:
    return copyFromDonor(
        isNew ? *reflection->AddMessage(&message, field)
              : *reflection->MutableRepeatedMessage(&message, field, index),
        donor);
  default: // no other one is in a model
    return;
  }
}

void Mutator::changeRepeated(Message &message, const FieldDescriptor *field,
                             const Message &donor) {
  const Reflection *reflection = message.GetReflection();
  int size = reflection->FieldSize(message, field);
  switch (size == 0 ? 0 : pick(4)) {
  case 0:
    return setElement(message, field, /*index=*/-1, donor);
  case 1: // another order; without the last one
    reflection->SwapElements(&message, field, static_cast<int>(pick(size)),
                             size - 1);
    if (once(2))
      reflection->RemoveLast(&message, field);
    return;
  default:
    return setElement(message, field, static_cast<int>(pick(size)), donor);
  }
}

void Mutator::mutate(Message &model, const Message &donor) {
  llvm::SmallVector<const Message *> messages;
  collect(model, messages);
  // All are parts of `model`, which may be changed.
  auto &message = const_cast<Message &>(*pickFrom(messages));
  const FieldDescriptor *field = pickField(message);
  if (field->is_repeated())
    changeRepeated(message, field, donor);
  else
    setSingle(message, field, donor);
}

/// Writes `model` to `data` if it fits; returns its size, or 0.
static size_t write(const onnx::ModelProto &model, uint8_t *data,
                    size_t maxSize) {
  size_t size = model.ByteSizeLong();
  if (size > maxSize || !model.SerializeToArray(data, static_cast<int>(size)))
    return 0;
  return size;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  Mutator mutator(seed);
  onnx::ModelProto model;
  if (mutator.once(8) || !model.ParseFromArray(data, static_cast<int>(size)))
    return LLVMFuzzerMutate(data, size, maxSize);
  do
    mutator.mutate(model, model);
  while (mutator.once(3));
  size_t newSize = write(model, data, maxSize);
  return newSize ? newSize : LLVMFuzzerMutate(data, size, maxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size,
                                            const uint8_t *otherData,
                                            size_t otherSize, uint8_t *out,
                                            size_t maxSize, unsigned seed) {
  onnx::ModelProto model, other;
  if (!model.ParseFromArray(data, static_cast<int>(size)) ||
      !other.ParseFromArray(otherData, static_cast<int>(otherSize)))
    return 0;
  Mutator(seed).mutate(model, other);
  return write(model, out, maxSize);
}
