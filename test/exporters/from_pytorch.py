"""PyTorch's two exporters: the one over TorchScript and the one over torch.export."""

import io
import warnings

import torch

from inputs import distinct_sums

EXPORTERS = {"script": "torch.onnx.export(dynamo=False)", "export": "torch.onnx.export(dynamo=True)"}
BATCH, LENGTH, HEIGHT, WIDTH = "batch", "length", "height", "width"


class Top5(torch.nn.Module):
    def forward(self, logits):
        return torch.topk(logits, 5, dim=-1)


class Segment(torch.nn.Module):
    def forward(self, logits):
        return torch.argmax(logits, dim=1)


class Mask(torch.nn.Module):
    def forward(self, logits):
        return logits.argmax(dim=1, keepdim=True).to(torch.uint8)


class BeamStep(torch.nn.Module):
    def forward(self, log_probabilities, scores):
        batch, width, words = log_probabilities.shape
        total = (scores.unsqueeze(-1) + log_probabilities).view(batch, width * words)
        best, flat = torch.topk(total, width, dim=1)
        return best, flat // words, flat % words


class NextToken(torch.nn.Module):
    def forward(self, logits):
        return logits[:, -1, :].argmax(-1)


class MaxAndMin(torch.nn.Module):
    def forward(self, x):
        return (*torch.max(x, dim=1), *torch.min(x, dim=1, keepdim=True))


class Codebook(torch.nn.Module):
    def forward(self, distances):
        return torch.argmin(distances, dim=-1)


class BestOfAll(torch.nn.Module):
    def forward(self, x):
        return torch.argmax(x)


class Sort(torch.nn.Module):
    def forward(self, x):
        return torch.sort(x, dim=-1, descending=True)


class KeepTopK(torch.nn.Module):
    """Before sampling a token: all but the best three can never be drawn."""

    def forward(self, logits):
        least = torch.topk(logits, 3).values[..., -1:]
        return logits.masked_fill(logits < least, -100.0)


class KeepTopKWhere(torch.nn.Module):
    """The same with a tensor of what replaces them."""

    def forward(self, logits):
        least = torch.topk(logits, 3).values[..., -1:]
        return torch.where(logits < least, torch.full_like(logits, -100.0), logits)


class Route(torch.nn.Module):
    """Each expert takes the tokens that want it most: at most 4, if there are so many."""

    def forward(self, scores):
        return torch.topk(scores, torch.sym_min(4, scores.shape[0]), dim=0)


@torch.jit.script
def topk_of_rows(scores, k: int):
    return torch.topk(scores, min(k, scores.size(0)), dim=0)


class RouteScript(torch.nn.Module):
    """The same, for the exporter that has to see the minimum as a computation."""

    def forward(self, scores):
        return topk_of_rows(scores, 4)


MODELS = {
    "top5": (Top5, "the five best classes of each row", {"logits": {0: BATCH}}, [[(3, 20)], [(1, 20)]]),
    "segment": (Segment, "the class of each pixel, images of any size", {"logits": {0: BATCH, 2: HEIGHT, 3: WIDTH}}, [[(2, 3, 4, 5)], [(3, 3, 2, 7)]]),
    "mask": (Mask, "the class of each pixel as a byte", {"logits": {0: BATCH}}, [[(2, 4, 4, 5)]]),
    "beam_step": (BeamStep, "beam search: the best continuations, from which beam and with which word", {"log_probabilities": {0: BATCH}, "scores": {0: BATCH}}, [[(2, 3, 7), (2, 3)], [(5, 3, 7), (5, 3)]]),
    "next_token": (NextToken, "greedy decoding: the best token of the last position", {"logits": {0: BATCH, 1: LENGTH}}, [[(3, 4, 8)], [(2, 9, 8)]]),
    "max_and_min": (MaxAndMin, "torch.max and torch.min with indices", {"x": {0: BATCH}}, [[(3, 8)], [(2, 8)]]),
    "codebook": (Codebook, "vector quantization: the nearest entry", {"distances": {0: BATCH}}, [[(3, 4, 6)]]),
    "best_of_all": (BestOfAll, "one index into all elements", {"x": {0: BATCH}}, [[(3, 8)], [(4, 8)]]),
    "sort": (Sort, "torch.sort, which becomes TopK of everything", {"x": {0: BATCH, 1: LENGTH}}, [[(3, 8)], [(2, 5)]]),
    "keep_top_k": (KeepTopK, "all but the three best logits of each row masked", {"logits": {0: BATCH}}, [[(3, 10)], [(2, 10)]]),
    "keep_top_k_where": (KeepTopKWhere, "all but the three best logits of each row masked, with a tensor", {"logits": {0: BATCH}}, [[(3, 10)], [(2, 10)]]),
    "route": (Route, "routing with k = min(4, number of tokens)", {"scores": {0: "tokens"}}, [[(6, 8)], [(3, 8)]]),
}


def export(module, arguments, dynamic, kind):
    file = io.BytesIO()
    warnings.simplefilter("ignore")
    if kind == "export":
        shapes = {name: {i: torch.export.Dim(size) for i, size in sizes.items()} for name, sizes in dynamic.items()}
        torch.onnx.export(module, arguments, dynamo=True, dynamic_shapes=shapes, verbose=False).save(file)
    else:
        torch.onnx.export(module, arguments, file, dynamo=False, input_names=list(dynamic), dynamic_axes=dynamic)
    return file.getvalue()


def cases():
    for name, (module, what, dynamic, runs) in MODELS.items():
        for kind, exporter in EXPORTERS.items():
            made = (RouteScript if (name, kind) == ("route", "script") else module)().eval()
            inputs = [tuple(map(torch.from_numpy, distinct_sums(*shapes))) for shapes in runs]
            answers = [made(*tensors) for tensors in inputs]
            answers = [(a,) if torch.is_tensor(a) else tuple(a) for a in answers]
            numpy = lambda tensors: [tensor.numpy() for tensor in tensors]
            yield (
                f"pytorch_{kind}_{name}",
                f"{what}. PyTorch {torch.__version__.partition('+')[0]}, {exporter}",
                export(made, inputs[0], dynamic, kind),
                [(numpy(given), numpy(answer)) for given, answer in zip(inputs, answers)],
            )
