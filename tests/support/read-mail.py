"""Reads emails as Python's own library does and verifies their DKIM signature: files in, JSON out."""

import email
import email.header
import email.policy
import json
import re
import sys

import dkim

record, *paths = sys.argv[1:]
key = record.encode()


def decoded(value):
    unfolded = re.sub(r"\r?\n(?=[ \t])", "", value)
    return str(email.header.make_header(email.header.decode_header(unfolded)))


found = []
for path in paths:
    raw = open(path, "rb").read()
    message = email.message_from_bytes(raw, policy=email.policy.default)
    # Its newer policy puts a space between two encoded words of a name.
    plain = email.message_from_bytes(raw)
    parts = list(message.walk())
    found.append(
        {
            "signed": dkim.verify(raw, dnsfunc=lambda name, timeout=5: key),
            "defects": [str(defect) for part in parts for defect in part.defects]
            + [str(defect) for _, value in message.items() for defect in value.defects],
            "headers": {name.lower(): decoded(value) for name, value in plain.items()},
            "names": [name.lower() for name, _ in plain.items()],
            "text": message.get_body(("plain",)).get_content(),
            "html": message.get_body(("html",)).get_content(),
            "files": [
                [part.get_content_type(), part.get_filename(), len(part.get_payload(decode=True))]
                for part in parts
                if part.get_filename()
            ],
        }
    )
json.dump(found, sys.stdout)
