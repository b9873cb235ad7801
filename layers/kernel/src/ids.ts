import { v5, v7 } from 'uuid'

/** Creates ids. UUIDs of version 7 (RFC 9562 5.7): sortable by creation time, 74 random bits. */
export type NewId = () => string

export const newUuid: NewId = () => v7()

/** Derives a second id from a first: the same in every run, and different for every purpose (RFC 9562 5.5). */
export const derivedUuid = (id: string, purpose: string): string => v5(purpose, id)
