package v1beta1

import (
	v1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Table = v1.Table

type TableColumnDefinition = v1.TableColumnDefinition

type TableRow = v1.TableRow

type TableRowCondition = v1.TableRowCondition

type RowConditionType = v1.RowConditionType

type ConditionStatus = v1.ConditionStatus

type IncludeObjectPolicy = v1.IncludeObjectPolicy

type TableOptions = v1.TableOptions

type PartialObjectMetadata = v1.PartialObjectMetadata

type PartialObjectMetadataList struct {
	v1.TypeMeta `json:",inline"`
	// +optional
	v1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,2,opt,name=metadata"`
	Items       []v1.PartialObjectMetadata `json:"items" protobuf:"bytes,1,rep,name=items"`
}
