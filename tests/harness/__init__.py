"""What tests of a running server share: the process, an HTTPS client, kubectl, CBOR. Standard
library only."""
