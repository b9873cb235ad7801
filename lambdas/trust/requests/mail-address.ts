import { domainToASCII } from 'node:url'
import * as z from 'zod'

/** Characters that are not allowed in a domain. A URL parser ends the host at some of them and would drop the rest. */
const NOT_IN_DOMAIN = /[\s/?#@:\\%[\]*]/

/** Returns a domain in lower-case ASCII (RFC 5891); empty if it is invalid. */
export const asciiDomain = (input: string): string =>
  NOT_IN_DOMAIN.test(input) ? '' : domainToASCII(input.toLowerCase())

const Address = z.email().max(254)

/**
 * Returns an email address in its stored form: lower case, with an ASCII domain (RFC 5891), so that one person has one
 * address. `undefined`: invalid. Servers could treat the local part as case-sensitive, but in practice none does.
 */
export const mailAddressOf = (input: string): string | undefined => {
  const text = input.trim().toLowerCase()
  const atIndex = text.lastIndexOf('@')
  const address = `${text.slice(0, atIndex)}@${asciiDomain(text.slice(atIndex + 1))}`
  return atIndex > 0 && Address.safeParse(address).success ? address : undefined
}

export const domainOfMail = (mail: string): string => mail.slice(mail.lastIndexOf('@') + 1)
