import { scopesOf } from '@signet/identity'
import type { Caller } from '@signet/kernel'

/** The workspace of a caller: its organisation, or its own tenant without one. */
export const workspaceOf = (caller: Caller): string => scopesOf(caller).entitlementScope
