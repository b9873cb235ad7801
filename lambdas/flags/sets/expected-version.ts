import { ifMatchVersion, invalidInput } from '@signet/kernel'

/**
 * Returns the version on which a change is based: the body's `version`, or If-Match (RFC 9110 13.1.1); undefined for
 * `*`, which matches any.
 * @throws Refusal 400 if both are missing, if they differ, or if If-Match is not a version
 */
export const expectedVersion = (
  inBody: number | undefined,
  ifMatch: string | undefined,
  isRequired: boolean,
): number | undefined => {
  const inHeader = ifMatchVersion(ifMatch)
  if (inHeader === undefined && inBody === undefined && isRequired) {
    throw invalidInput([{ field: 'version', message: 'is required: the version on which the change is based' }])
  }
  if (inHeader === undefined || inHeader === '*') return inBody
  if (inBody !== undefined && inBody !== inHeader) {
    throw invalidInput([{ field: 'version', message: 'differs from If-Match: send one of them' }])
  }
  return inHeader
}
