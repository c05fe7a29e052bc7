"""The reverse proxies of `deploy/` before a server: the programs of Debian's packages, with the files that are shipped.

Changed in these files are only addresses, the certificate, and the seconds in `SHORTER`.
"""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from remote import Server, free_port

from support.documents import read

SHIPPED = "play.example.org"
"""The name that stands in the files, where everybody puts in their own."""
HOST = "localhost"
KINDS = ("caddy", "nginx")
SHORTER = {
    "read_header 20s": "read_header 1s",
    "read_body 30s": "read_body 2s",
    "client_header_timeout 20s": "client_header_timeout 1s",
}
NGINX = """{user}daemon off; pid {folder}/pid; error_log {folder}/errors;
events {{}}
http {{
    access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxied;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    include {folder}/stormriver.conf;
}}
"""
"""What lies around the file in Debian's package: nothing that matters here."""

needs_proxies = pytest.mark.skipif(
    not all(map(shutil.which, KINDS)) and not os.environ.get("CI"),
    reason="needs the programs caddy and nginx, e.g. Debian's packages of these names",
)


class ReverseProxy:
    """A reverse proxy before a server that is still to be started, with `origin` as the proxy's address.

    Attributes:
        server: the server behind it.
        address: where people come to.
    """

    def __init__(self, kind: str, folder: Path, **settings: Any) -> None:
        self.kind = kind
        self.folder = folder
        self.port, self.plain_port = free_port(), free_port()
        self.address = f"https://{HOST}:{self.port}"
        self.server = Server(folder, origin=self.address, **settings)
        self._certificate = _make_certificate(folder)
        self._process: subprocess.Popen[bytes] | None = None
        self.command = {"caddy": self._caddy, "nginx": self._nginx}[kind]()

    @property
    def trusting(self) -> ssl.SSLContext:
        """Whoever believes the certificate, and speaks of no protocol yet."""
        return ssl.create_default_context(cafile=self._certificate)

    def start(self) -> None:
        """Start the server, then the proxy, and wait until an answer comes through it."""
        self.server.start()
        home = {name: str(self.folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        with (self.folder / "output").open("wb") as output:
            self._process = subprocess.Popen(
                self.command, env={**os.environ, **home}, stdout=output, stderr=subprocess.STDOUT
            )
        end = time.monotonic() + 60
        with self.browser() as browser:
            while time.monotonic() < end and self._process.poll() is None:
                with suppress(httpx2.HTTPError):
                    if browser.get("/healthz").status_code == 200:
                        return
                time.sleep(0.05)
        self.end()
        raise TimeoutError(f"{self.kind} does not answer: {(self.folder / 'output').read_text()}")

    def end(self) -> None:
        """End both."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
        self.server.kill()

    def browser(self, host: str = "127.0.0.1", http2: bool = True) -> httpx2.Client:
        """Return a browser with a cookie jar of its own, which comes from an address of this machine."""
        transport = httpx2.HTTPTransport(verify=self.trusting, http2=http2, local_address=host)
        return httpx2.Client(transport=transport, base_url=self.address, headers={"Origin": self.address}, timeout=60)

    def line(self) -> ssl.SSLSocket:
        """Return a connection on which anything can be sent."""
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        return self.trusting.wrap_socket(plain, server_hostname=HOST)

    def _caddy(self) -> list[str]:
        text = self._written("Caddyfile")
        text = text.replace("{\n", f"{{\n\tadmin off\n\thttp_port {self.plain_port}\n", 1)
        certificate = f"{HOST}:{self.port} {{\n\ttls {self.folder}/certificate.pem {self.folder}/key.pem"
        self._put("Caddyfile", text.replace(f"{SHIPPED} {{", certificate))
        return ["caddy", "run", "--adapter", "caddyfile", "--config", str(self.folder / "Caddyfile")]

    def _nginx(self) -> list[str]:
        text = self._written("nginx.conf").replace(SHIPPED, HOST)
        text = text.replace(f"/etc/letsencrypt/live/{HOST}/fullchain", f"{self.folder}/certificate")
        text = text.replace(f"/etc/letsencrypt/live/{HOST}/privkey", f"{self.folder}/key")
        for usual, here in ((80, self.plain_port), (443, self.port)):
            text = text.replace(f"listen {usual}", f"listen {here}").replace(f"[::]:{usual}", f"[::]:{here}")
        self._put("stormriver.conf", text)
        user = "user root; " if os.geteuid() == 0 else ""  # who else could read the folder of the tests?
        self._put("nginx.conf", NGINX.format(folder=self.folder, user=user))
        return ["nginx", "-p", str(self.folder), "-e", f"{self.folder}/errors", "-c", f"{self.folder}/nginx.conf"]

    def _written(self, name: str) -> str:
        text = read(f"deploy/{name}").replace("127.0.0.1:8000", f"127.0.0.1:{self.server.port}")
        for usual, here in SHORTER.items():
            text = text.replace(usual, here)
        return text

    def _put(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")


def _make_certificate(folder: Path) -> Path:
    """Write a certificate for this machine that nobody has signed, and its key, and return the certificate's file."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    today = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(today - timedelta(days=1))
        .not_valid_after(today + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    (folder / "key.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    )
    found = folder / "certificate.pem"
    found.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    return found
