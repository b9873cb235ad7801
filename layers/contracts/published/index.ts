// Written by "signet-contracts publish". Do not edit: the check holds it against the files beside it.

/** Every published contract by name and version, as plain data. */
export const published: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
}
