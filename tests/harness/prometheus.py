"""Reads the Prometheus text format."""
import re

SAMPLE = re.compile(r"^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$")
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"(?:,|$)')


class Family:
    """One metric: its type, its help and its samples."""

    def __init__(self, name):
        self.name, self.type, self.help = name, "", ""
        self.samples = []  # (suffix, labels, value)

    def label_names(self):
        """The names of labels that its samples have; without those of buckets."""
        return {name for _, labels, _ in self.samples for name in labels} - {"le"}

    def buckets(self):
        """The bounds of a histogram, without infinity, in order."""
        bounds = [labels["le"] for suffix, labels, _ in self.samples if suffix == "_bucket"]
        return sorted({float(bound) for bound in bounds} - {float("inf")})

    def value(self, suffix="", **labels):
        """The sum of the samples with these labels."""
        return sum(
            value
            for at, having, value in self.samples
            if at == suffix and labels.items() <= having.items()
        )


def parse(text):
    """Families by name. Every line must be well-formed and every sample belong to the family that
    was described before it."""
    families, current = {}, None
    for line in text.splitlines():
        if line.startswith("# HELP ") or line.startswith("# TYPE "):
            _, what, name, rest = line.split(" ", 3)
            if current is None or current.name != name:
                assert name not in families, f"{name} is described twice"
                current = families[name] = Family(name)
            if what == "HELP":
                current.help = rest
            else:
                current.type = rest
            continue
        match = SAMPLE.match(line)
        assert match, f"malformed line: {line!r}"
        name, labels_text, value = match[1], match[2] or "", float(match[3])
        assert current and name.startswith(current.name), f"{name} stands in {current.name}"
        labels = dict(LABEL.findall(labels_text))
        assert LABEL.sub("", labels_text) == "", f"malformed labels: {line!r}"
        sample = (name[len(current.name) :], labels, value)
        assert all(sample[:2] != other[:2] for other in current.samples[-1:]), f"twice: {line!r}"
        current.samples.append(sample)
    return families
