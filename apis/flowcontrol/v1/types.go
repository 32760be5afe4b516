package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// FlowSchema sorts requests into flows and sends them to a priority level.
// +k8s:prerelease-lifecycle-gen:introduced=1.29
type FlowSchema struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// +optional
	Spec FlowSchemaSpec `json:"spec,omitempty" protobuf:"bytes,2,opt,name=spec"`
	// +optional
	Status FlowSchemaStatus `json:"status,omitempty" protobuf:"bytes,3,opt,name=status"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.29
type FlowSchemaList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []FlowSchema `json:"items" protobuf:"bytes,2,rep,name=items"`
}

type FlowSchemaSpec struct {
	PriorityLevelConfiguration PriorityLevelConfigurationReference `json:"priorityLevelConfiguration" protobuf:"bytes,1,opt,name=priorityLevelConfiguration"`
	// MatchingPrecedence: of the schemas that match, that with the lowest is taken.
	// +optional
	MatchingPrecedence int32 `json:"matchingPrecedence" protobuf:"varint,2,opt,name=matchingPrecedence"`
	// DistinguisherMethod tells flows of one schema apart; absent, they are one.
	// +optional
	DistinguisherMethod *FlowDistinguisherMethod `json:"distinguisherMethod,omitempty" protobuf:"bytes,3,opt,name=distinguisherMethod"`
	// Rules about which requests belong to it; one that fits is enough.
	// +optional
	// +listType=atomic
	Rules []PolicyRulesWithSubjects `json:"rules,omitempty" protobuf:"bytes,4,rep,name=rules"`
}

type FlowDistinguisherMethodType string

const (
	FlowDistinguisherMethodByUserType      FlowDistinguisherMethodType = "ByUser"
	FlowDistinguisherMethodByNamespaceType FlowDistinguisherMethodType = "ByNamespace"
)

type FlowDistinguisherMethod struct {
	Type FlowDistinguisherMethodType `json:"type" protobuf:"bytes,1,opt,name=type,casttype=FlowDistinguisherMethodType"`
}

type PriorityLevelConfigurationReference struct {
	Name string `json:"name" protobuf:"bytes,1,opt,name=name"`
}

type PolicyRulesWithSubjects struct {
	// +listType=atomic
	Subjects []Subject `json:"subjects" protobuf:"bytes,1,rep,name=subjects"`
	// +optional
	// +listType=atomic
	ResourceRules []ResourcePolicyRule `json:"resourceRules,omitempty" protobuf:"bytes,2,rep,name=resourceRules"`
	// +optional
	// +listType=atomic
	NonResourceRules []NonResourcePolicyRule `json:"nonResourceRules,omitempty" protobuf:"bytes,3,rep,name=nonResourceRules"`
}

// +union
type Subject struct {
	// +unionDiscriminator
	Kind SubjectKind `json:"kind" protobuf:"bytes,1,opt,name=kind,casttype=SubjectKind"`
	// +optional
	User *UserSubject `json:"user,omitempty" protobuf:"bytes,2,opt,name=user"`
	// +optional
	Group *GroupSubject `json:"group,omitempty" protobuf:"bytes,3,opt,name=group"`
	// +optional
	ServiceAccount *ServiceAccountSubject `json:"serviceAccount,omitempty" protobuf:"bytes,4,opt,name=serviceAccount"`
}

type SubjectKind string

const (
	SubjectKindUser           SubjectKind = "User"
	SubjectKindGroup          SubjectKind = "Group"
	SubjectKindServiceAccount SubjectKind = "ServiceAccount"
)

type UserSubject struct {
	Name string `json:"name" protobuf:"bytes,1,opt,name=name"`
}

type GroupSubject struct {
	Name string `json:"name" protobuf:"bytes,1,opt,name=name"`
}

type ServiceAccountSubject struct {
	Namespace string `json:"namespace" protobuf:"bytes,1,opt,name=namespace"`
	Name      string `json:"name" protobuf:"bytes,2,opt,name=name"`
}

type ResourcePolicyRule struct {
	// +listType=set
	Verbs []string `json:"verbs" protobuf:"bytes,1,rep,name=verbs"`
	// +listType=set
	APIGroups []string `json:"apiGroups" protobuf:"bytes,2,rep,name=apiGroups"`
	// +listType=set
	Resources []string `json:"resources" protobuf:"bytes,3,rep,name=resources"`
	// +optional
	ClusterScope bool `json:"clusterScope,omitempty" protobuf:"varint,4,opt,name=clusterScope"`
	// +optional
	// +listType=set
	Namespaces []string `json:"namespaces" protobuf:"bytes,5,rep,name=namespaces"`
}

type NonResourcePolicyRule struct {
	// +listType=set
	Verbs []string `json:"verbs" protobuf:"bytes,1,rep,name=verbs"`
	// +listType=set
	NonResourceURLs []string `json:"nonResourceURLs" protobuf:"bytes,6,rep,name=nonResourceURLs"`
}

type FlowSchemaStatus struct {
	// +optional
	// +listType=map
	// +listMapKey=type
	Conditions []FlowSchemaCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"bytes,1,rep,name=conditions"`
}

type FlowSchemaCondition struct {
	Type               FlowSchemaConditionType `json:"type,omitempty" protobuf:"bytes,1,opt,name=type,casttype=FlowSchemaConditionType"`
	Status             ConditionStatus         `json:"status,omitempty" protobuf:"bytes,2,opt,name=status,casttype=ConditionStatus"`
	LastTransitionTime metav1.Time             `json:"lastTransitionTime,omitempty" protobuf:"bytes,3,opt,name=lastTransitionTime"`
	Reason             string                  `json:"reason,omitempty" protobuf:"bytes,4,opt,name=reason"`
	Message            string                  `json:"message,omitempty" protobuf:"bytes,5,opt,name=message"`
}

type FlowSchemaConditionType string

// PriorityLevelConfiguration is a share of the server's capacity.
// +k8s:prerelease-lifecycle-gen:introduced=1.29
type PriorityLevelConfiguration struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// +optional
	Spec PriorityLevelConfigurationSpec `json:"spec,omitempty" protobuf:"bytes,2,opt,name=spec"`
	// +optional
	Status PriorityLevelConfigurationStatus `json:"status,omitempty" protobuf:"bytes,3,opt,name=status"`
}

// +k8s:prerelease-lifecycle-gen:introduced=1.29
type PriorityLevelConfigurationList struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items           []PriorityLevelConfiguration `json:"items" protobuf:"bytes,2,rep,name=items"`
}

// +union
type PriorityLevelConfigurationSpec struct {
	// +unionDiscriminator
	// +k8s:alpha(since: "1.36")=+k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:discriminator
	Type PriorityLevelEnablement `json:"type" protobuf:"bytes,1,opt,name=type,casttype=PriorityLevelEnablement"`
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:member("Limited")=+k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:member("Exempt")=+k8s:forbidden
	Limited *LimitedPriorityLevelConfiguration `json:"limited,omitempty" protobuf:"bytes,2,opt,name=limited"`
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:member("Exempt")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:member("Limited")=+k8s:forbidden
	Exempt *ExemptPriorityLevelConfiguration `json:"exempt,omitempty" protobuf:"bytes,3,opt,name=exempt"`
}

type PriorityLevelEnablement string

const (
	PriorityLevelEnablementExempt  PriorityLevelEnablement = "Exempt"
	PriorityLevelEnablementLimited PriorityLevelEnablement = "Limited"
)

type LimitedPriorityLevelConfiguration struct {
	// NominalConcurrencyShares is its share of the seats, relative to all the others'. The default is 30.
	// +optional
	NominalConcurrencyShares *int32        `json:"nominalConcurrencyShares" protobuf:"varint,1,opt,name=nominalConcurrencyShares"`
	LimitResponse            LimitResponse `json:"limitResponse,omitempty" protobuf:"bytes,2,opt,name=limitResponse"`
	// LendablePercent of its seats that others may use when it does not.
	// +optional
	LendablePercent *int32 `json:"lendablePercent,omitempty" protobuf:"varint,3,opt,name=lendablePercent"`
	// BorrowingLimitPercent of its own seats that it may borrow on top; without bound when absent.
	// +optional
	BorrowingLimitPercent *int32 `json:"borrowingLimitPercent,omitempty" protobuf:"varint,4,opt,name=borrowingLimitPercent"`
}

type ExemptPriorityLevelConfiguration struct {
	// +optional
	NominalConcurrencyShares *int32 `json:"nominalConcurrencyShares,omitempty" protobuf:"varint,1,opt,name=nominalConcurrencyShares"`
	// +optional
	LendablePercent *int32 `json:"lendablePercent,omitempty" protobuf:"varint,2,opt,name=lendablePercent"`
}

// +union
type LimitResponse struct {
	// +unionDiscriminator
	// +k8s:alpha(since: "1.36")=+k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:discriminator
	Type LimitResponseType `json:"type" protobuf:"bytes,1,opt,name=type,casttype=LimitResponseType"`
	// +optional
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:member("Queue")=+k8s:required
	// +k8s:alpha(since: "1.36")=+k8s:member("Reject")=+k8s:forbidden
	Queuing *QueuingConfiguration `json:"queuing,omitempty" protobuf:"bytes,2,opt,name=queuing"`
}

type LimitResponseType string

const (
	LimitResponseTypeQueue  LimitResponseType = "Queue"
	LimitResponseTypeReject LimitResponseType = "Reject"
)

type QueuingConfiguration struct {
	// Queues of the level. The default is 64.
	// +optional
	Queues int32 `json:"queues" protobuf:"varint,1,opt,name=queues"`
	// HandSize is how many queues a flow is dealt, of which the shortest is used. The default is 8.
	// +optional
	HandSize int32 `json:"handSize" protobuf:"varint,2,opt,name=handSize"`
	// QueueLengthLimit is how many requests wait in a queue before more are refused. The default is 50.
	// +optional
	QueueLengthLimit int32 `json:"queueLengthLimit" protobuf:"varint,3,opt,name=queueLengthLimit"`
}

type PriorityLevelConfigurationConditionType string

type PriorityLevelConfigurationStatus struct {
	// +optional
	// +listType=map
	// +listMapKey=type
	Conditions []PriorityLevelConfigurationCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"bytes,1,rep,name=conditions"`
}

type PriorityLevelConfigurationCondition struct {
	Type               PriorityLevelConfigurationConditionType `json:"type,omitempty" protobuf:"bytes,1,opt,name=type,casttype=PriorityLevelConfigurationConditionType"`
	Status             ConditionStatus                         `json:"status,omitempty" protobuf:"bytes,2,opt,name=status,casttype=ConditionStatus"`
	LastTransitionTime metav1.Time                             `json:"lastTransitionTime,omitempty" protobuf:"bytes,3,opt,name=lastTransitionTime"`
	Reason             string                                  `json:"reason,omitempty" protobuf:"bytes,4,opt,name=reason"`
	Message            string                                  `json:"message,omitempty" protobuf:"bytes,5,opt,name=message"`
}

type ConditionStatus string

const (
	ConditionTrue    ConditionStatus = "True"
	ConditionFalse   ConditionStatus = "False"
	ConditionUnknown ConditionStatus = "Unknown"
)
