#include "pintle/base/thread_stack.h"

#include <pthread.h>

namespace pintle {

void UseDeepStacks() {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return;
  // Where there is too little address space for it, stacks stay as they are.
  if (pthread_attr_setstacksize(&attributes, kDeepStackBytes) == 0) {
    pthread_setattr_default_np(&attributes);
  }
  pthread_attr_destroy(&attributes);
}

}  // namespace pintle
