#pragma once

#include "apis/apps/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

// Hand-written rules, metadata apart.
namespace pintle::apis::apps::v1 {

field::ErrorList ValidateDeployment(const Deployment& object, const ValidationOptions& options);
field::ErrorList ValidateDeploymentUpdate(const Deployment& object, const Deployment& old,
                                          ValidationOptions options);
field::ErrorList ValidateDeploymentStatusUpdate(const Deployment& object, const Deployment& old);

field::ErrorList ValidateReplicaSet(const ReplicaSet& object, const ValidationOptions& options);
field::ErrorList ValidateReplicaSetUpdate(const ReplicaSet& object, const ReplicaSet& old,
                                          ValidationOptions options);
field::ErrorList ValidateReplicaSetStatusUpdate(const ReplicaSet& object, const ReplicaSet& old);

field::ErrorList ValidateStatefulSet(const StatefulSet& object, const ValidationOptions& options);
field::ErrorList ValidateStatefulSetUpdate(const StatefulSet& object, const StatefulSet& old,
                                           ValidationOptions options);
field::ErrorList ValidateStatefulSetStatusUpdate(const StatefulSet& object, const StatefulSet& old);

field::ErrorList ValidateDaemonSet(const DaemonSet& object, const ValidationOptions& options);
field::ErrorList ValidateDaemonSetUpdate(const DaemonSet& object, const DaemonSet& old,
                                         ValidationOptions options);
field::ErrorList ValidateDaemonSetStatusUpdate(const DaemonSet& object, const DaemonSet& old);

field::ErrorList ValidateControllerRevision(const ControllerRevision& object);
field::ErrorList ValidateControllerRevisionUpdate(const ControllerRevision& object,
                                                  const ControllerRevision& old);

}  // namespace pintle::apis::apps::v1
