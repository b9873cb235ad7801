import { ifMatchVersion, invalidInput } from '@signet/kernel'

/**
 * Returns the version on which a change is based: the body's `version`, or If-Match (RFC 9110 13.1.1); undefined for
 * `*`, which matches any.
 * @throws Refusal 400 if both are missing, if they differ, or if If-Match is not a version
 */
export const expectedVersion = (
  bodyVersion: number | undefined,
  ifMatch: string | undefined,
  { isRequired }: { readonly isRequired: boolean },
): number | undefined => {
  const headerVersion = ifMatchVersion(ifMatch)
  if (headerVersion === undefined && bodyVersion === undefined && isRequired) {
    throw invalidInput([{ field: 'version', message: 'is required: send the version on which the change is based' }])
  }
  if (headerVersion === undefined || headerVersion === '*') return bodyVersion
  if (bodyVersion !== undefined && bodyVersion !== headerVersion) {
    throw invalidInput([{ field: 'version', message: 'differs from If-Match: send one of them' }])
  }
  return headerVersion
}
