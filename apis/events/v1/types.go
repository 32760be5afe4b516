package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Event tells of something that happened to an object. It is kept for an hour or so, and may be lost.
// +k8s:prerelease-lifecycle-gen:introduced=1.19
type Event struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata" protobuf:"bytes,1,opt,name=metadata"`
	// EventTime is when it was first seen, to the microsecond.
	EventTime metav1.MicroTime `json:"eventTime" protobuf:"bytes,2,opt,name=eventTime"`
	// Series is set while the same goes on happening.
	// +optional
	Series *EventSeries `json:"series,omitempty" protobuf:"bytes,3,opt,name=series"`
	// ReportingController is who reports it, such as `kubernetes.io/kubelet`.
	ReportingController string `json:"reportingController,omitempty" protobuf:"bytes,4,opt,name=reportingController"`
	// ReportingInstance is which one of them, such as a node's name.
	ReportingInstance string `json:"reportingInstance,omitempty" protobuf:"bytes,5,opt,name=reportingInstance"`
	// Action that was taken, or failed.
	Action string `json:"action,omitempty" protobuf:"bytes,6,opt,name=action"`
	// Reason is a short word for programs.
	Reason string `json:"reason,omitempty" protobuf:"bytes,7,opt,name=reason"`
	// Regarding is what it happened to.
	// +optional
	// +pintle:hubField=InvolvedObject
	Regarding corev1.ObjectReference `json:"regarding,omitempty" protobuf:"bytes,8,opt,name=regarding"`
	// Related is a second object that took part.
	// +optional
	Related *corev1.ObjectReference `json:"related,omitempty" protobuf:"bytes,9,opt,name=related"`
	// Note is for people, up to 1 kB.
	// +optional
	// +pintle:hubField=Message
	Note string `json:"note,omitempty" protobuf:"bytes,10,opt,name=note"`
	// Type is `Normal` or `Warning`.
	Type string `json:"type,omitempty" protobuf:"bytes,11,opt,name=type"`
	// Kept for the core form of events.
	// +optional
	// +pintle:hubField=Source
	DeprecatedSource corev1.EventSource `json:"deprecatedSource,omitempty" protobuf:"bytes,12,opt,name=deprecatedSource"`
	// Kept for the core form of events.
	// +optional
	// +pintle:hubField=FirstTimestamp
	DeprecatedFirstTimestamp metav1.Time `json:"deprecatedFirstTimestamp,omitempty" protobuf:"bytes,13,opt,name=deprecatedFirstTimestamp"`
	// Kept for the core form of events.
	// +optional
	// +pintle:hubField=LastTimestamp
	DeprecatedLastTimestamp metav1.Time `json:"deprecatedLastTimestamp,omitempty" protobuf:"bytes,14,opt,name=deprecatedLastTimestamp"`
	// Kept for the core form of events.
	// +optional
	// +pintle:hubField=Count
	DeprecatedCount int32 `json:"deprecatedCount,omitempty" protobuf:"varint,15,opt,name=deprecatedCount"`
}

type EventSeries struct {
	Count            int32            `json:"count" protobuf:"varint,1,opt,name=count"`
	LastObservedTime metav1.MicroTime `json:"lastObservedTime" protobuf:"bytes,2,opt,name=lastObservedTime"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.19
type EventList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []Event `json:"items" protobuf:"bytes,2,rep,name=items"`
}
