import type { KeyTemplate } from './dynamo-key.ts'
import type { DynamoTableProps } from './dynamo-table.ts'
import type { Phase } from './migration-step.ts'

/** The change that an `update_items` step makes to each item. */
export type DynamoFill =
  | { readonly kind: 'value'; readonly attribute: string; readonly value: unknown }
  | { readonly kind: 'copy'; readonly attribute: string; readonly from: string }
  | { readonly kind: 'move'; readonly attribute: string; readonly from: string }
  | { readonly kind: 'remove'; readonly attribute: string }
  | { readonly kind: 'keys'; readonly index: string; readonly templates: readonly KeyTemplate[] }

export type DynamoStep = { readonly phase: Phase; readonly why: string } & (
  | {
      /**
       * Deploy the table with exactly these props. CloudFormation changes one index per deploy, so each has its step.
       */
      readonly action: 'deploy'
      readonly table: DynamoTableProps
    }
  | {
      readonly action: 'default_on_read'
      readonly attribute: string
      readonly value: unknown
    }
  | {
      /** The new code writes this attribute as well, for readers of the old version. */
      readonly action: 'keep_writing'
      readonly attribute: string
      readonly value?: unknown
    }
  | {
      /** The new code writes both names. It reads the old name if present, because both versions write it. */
      readonly action: 'dual_write'
      readonly attribute: string
      readonly from: string
    }
  | { readonly action: 'update_items'; readonly fill: DynamoFill }
)
