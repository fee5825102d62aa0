"""The messages themselves: what is none, or not as the protocol has it, is answered with an error and never shown."""

from __future__ import annotations

import logging
from typing import Any

from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol

from checker.domain.language import say
from checker.syntax.problems import echo

_EARLY = {types.INITIALIZE, types.SHUTDOWN, types.EXIT}  # what may be sent before `initialize` was answered

logger = logging.getLogger(__name__)


class Protocol(LanguageServerProtocol):
    """The protocol of pygls, which leaves requests unanswered that it cannot read."""

    def structure_message(self, data: dict[str, Any]) -> dict[str, Any]:
        """Leaves an object as it is: this is called for all those inside a message, too, and before it is complete."""
        return data

    def handle_message(self, message: Any) -> None:
        """Take in a message as JSON has it. A request that is not as it should be is answered, the rest is logged."""
        try:
            read = self._read(message)
        except JsonRpcException as error:
            self._refuse(message, error)
        else:
            super().handle_message(read)

    def not_json(self) -> None:
        """Answer something that is no JSON at all."""
        self._refuse(None, JsonRpcParseError(say("this is not JSON")))

    def _read(self, message: Any) -> Any:
        """A message in the types of the protocol; raises JsonRpcException with what is wrong with it."""
        if not _is_message(message):
            raise JsonRpcInvalidRequest(say("this is no message of the protocol"))
        method = message.get("method")
        if method is None:
            return super().structure_message(message)
        if self._shutdown and method != types.EXIT:
            raise JsonRpcInvalidRequest(say("the server has been told to shut down"))
        known = method in self.fm.builtin_features or method in self.fm.features
        if not known and method != types.CANCEL_REQUEST:
            raise JsonRpcMethodNotFound(say("this server has no {method}", method=echo(method)))
        if self._workspace is None and method not in _EARLY:
            raise JsonRpcServerNotInitialized(say("the server has not been initialized"))
        kind: Any = self.get_message_type(method)
        try:
            return self._converter.structure(message, kind)
        except Exception as error:  # cattrs passes on whatever the types raise
            wrong = say("the protocol has no {method} with such parameters", method=echo(method))
            raise JsonRpcInvalidParams(wrong) from error

    def _refuse(self, message: Any, error: JsonRpcException) -> None:
        """Answer what is or may be a request with an error; for a notification or an answer, log it."""
        number = None
        if isinstance(message, dict):
            number = message.get("id")
            notified = "method" in message and "id" not in message
            answered = "method" not in message and ("result" in message or "error" in message)
            if notified or answered:
                logger.warning("%s", error)
                return
        said = {"code": error.code, "message": error.message}
        # Not in the types of the protocol, which leave out an id of `null`.
        self._send_data({"jsonrpc": self.VERSION, "id": number if _is_id(number) else None, "error": said})


def _is_message(message: Any) -> bool:
    """Whether something is a request, a notification or an answer, whatever its parameters are."""
    if not isinstance(message, dict) or message.get("jsonrpc") != LanguageServerProtocol.VERSION:
        return False
    if "id" in message and not _is_id(message["id"]):
        return False
    if "method" in message:
        return isinstance(message["method"], str)
    return "id" in message and ("result" in message or "error" in message)


def _is_id(value: Any) -> bool:
    return isinstance(value, (str, int)) and not isinstance(value, bool)
