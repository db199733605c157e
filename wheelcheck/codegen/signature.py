"""The C++ side of one operator: its kernel's parameters, conversions and results."""

from __future__ import annotations

from typing import NamedTuple

from wheelcheck.codegen.cpp_names import parameter_names
from wheelcheck.codegen.cpp_types import NAMESPACE, Parameter, accepted, parameter, returned
from wheelcheck.codegen.errors import CodegenError, Place
from wheelcheck.codegen.operators import Operator

SCRATCH = "_scratch_"
"""Outputs with this prefix are working memory and are not returned."""


class Signature(NamedTuple):
    """The C++ side of an operator."""

    types: tuple[str, ...]
    """Types of the kernel's parameters after the context."""
    names: tuple[str, ...]
    conversions: tuple[str, ...]
    variables: tuple[str, ...]
    result: str
    """Return type of the kernel."""
    outputs: tuple[int, ...]
    """Positions of the written outputs on the stack."""
    has_returns: bool

    @property
    def stack_size(self) -> int:
        """Number of values on the stack: the arguments, and one for the returned value."""
        return len(self.variables) + 1

    def declaration(self, function: str) -> str:
        """Declare a kernel."""
        context = f"{NAMESPACE}::KernelRuntimeContext& context"
        own = (f"{type_} {name}" for type_, name in zip(self.types, self.names, strict=True))
        return f"{self.result} {function}({', '.join((context, *own))});"

    def statements(self, function: str) -> tuple[str, ...]:
        """Call a kernel, pass on what it returns, and log the outputs."""
        call = f"{function}({', '.join(('context', *self.variables))});"
        last = len(self.variables)
        logged = self.outputs if self.has_returns and self.outputs else (last,)
        if not self.outputs:
            lines = [f"{self.result} result_ = {call}", f"*stack[{last}] = EValue(result_);"]
        elif self.has_returns:
            lines = [call]
        else:
            lines = [call, f"stack[{last}] = stack[{self.outputs[0]}];"]
        lines += [
            f"internal::event_tracer_log_evalue(context.internal_event_tracer(), *stack[{each}]);"
            for each in logged
        ]
        return tuple(lines)


def read_signature(operator: Operator) -> Signature:
    """Derive the C++ side, or raise for what the runtime cannot do."""
    schema = operator.schema
    _check_outputs(operator)
    result = returned(schema.returns)
    if result is None:
        raise CodegenError(
            f"no kernel can return {', '.join(repr(str(each)) for each in schema.returns)}",
            place=_returns_place(operator),
            hint="write the result to an output argument: '*, Tensor(a!) out'",
        )
    forms = [_parameter(operator, index) for index in range(len(schema.arguments))]
    names = [each.name for each in schema.arguments]
    variables = tuple(f"{name}{form.suffix}" for name, form in zip(names, forms, strict=True))
    return Signature(
        types=tuple(form.type for form in forms),
        names=parameter_names(tuple(names)),
        conversions=tuple(
            f"{form.variable or form.type} {variable} = stack[{index}]->{form.conversion};"
            for index, (form, variable) in enumerate(zip(forms, variables, strict=True))
        ),
        variables=variables,
        result=result,
        outputs=tuple(range(len(names) - len(schema.outputs), len(names))),
        has_returns=bool(schema.returns),
    )


def _parameter(operator: Operator, index: int) -> Parameter:
    argument = operator.schema.arguments[index]
    form = parameter(argument.type)
    if form is None:
        raise CodegenError(
            f"argument {argument.name!r} of {operator.name!r} has type '{argument.type}', "
            "which the runtime cannot pass to a kernel",
            place=_argument_place(operator, index),
            hint=f"use one of: {', '.join(accepted(argument.type))}",
        )
    return form


def _check_outputs(operator: Operator) -> None:
    schema = operator.schema
    outputs = schema.outputs
    for index, argument in enumerate(schema.arguments[: -len(outputs)] if outputs else ()):
        if argument in outputs:
            following = schema.arguments[index + 1]
            raise CodegenError(
                f"argument {following.name!r} follows the output {argument.name!r}",
                place=_argument_place(operator, index + 1),
                hint="move the outputs to the end",
            )
    returned_outputs = [each for each in outputs if not each.name.startswith(SCRATCH)]
    returns = schema.returns
    problem = None
    if not outputs and not returns:
        problem = f"operator {operator.name!r} returns nothing and has no output after '*'"
    elif not outputs and len(returns) > 1:
        problem = (
            f"operator {operator.name!r} returns {len(returns)} values, only 1 is allowed without outputs"
        )
    elif outputs and returns and len(returns) != len(returned_outputs):
        counts = _count(len(returned_outputs), "output"), _count(len(returns), "value")
        problem = f"operator {operator.name!r} has {counts[0]} and returns {counts[1]}"
    if problem:
        raise CodegenError(
            problem,
            place=_returns_place(operator),
            hint="return each output: '*, Tensor(a!) out) -> Tensor(a!)'",
        )
    for output, each in zip(returned_outputs, returns if outputs else (), strict=False):
        if each.type != output.type:
            raise CodegenError(
                f"operator {operator.name!r} returns '{each.type}' for its output {output.name!r}, "
                f"expected '{output.type}'",
                place=_returns_place(operator),
                hint=f"write -> {output.type}",
            )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _argument_place(operator: Operator, index: int) -> Place:
    return operator.text.place_of(operator.argument_offsets[index])


def _returns_place(operator: Operator) -> Place:
    return operator.text.place_of(operator.returns_offset)
