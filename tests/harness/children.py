"""Processes that tests start."""
import ctypes
import signal

PR_SET_PDEATHSIG = 1
# Looked up before anything forks: a child of a process with threads must not wait for the loader.
_prctl = ctypes.CDLL(None).prctl


def die_with_parent():
    """For `preexec_fn`: the child is killed when the test that started it is gone, however it
    went. Of a child that a thread starts, the thread is the parent."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
