import type { ABILITIES } from './abilities.ts'
import type { NamesIn } from './ability.ts'

type AbilityTable = typeof ABILITIES
type GrantOf<Entry> = Entry extends { readonly types?: { readonly grant: infer Grant } } ? Grant : never

export type Grants = { readonly [Name in keyof AbilityTable]?: GrantOf<AbilityTable[Name]> }

/** The grants of an access, with or without its description. */
export type AccessGrants = Grants | (Grants & { readonly description: string })

type ScreamingSnakeCase<T extends string> = T extends `${infer Head}-${infer Tail}`
  ? `${Uppercase<Head>}_${ScreamingSnakeCase<Tail>}`
  : Uppercase<T>
/** The texts in a grant, at any depth. */
type ListedNames<Grant> = Grant extends readonly (infer Name extends string)[]
  ? Name
  : Grant extends object
    ? ListedNames<Grant[keyof Grant]>
    : never
type NameIn<NameSource extends NamesIn, Grant> = NameSource extends 'keys' ? keyof Grant & string : ListedNames<Grant>
type FilledPattern<Pattern extends string, Name extends string> = Pattern extends `${infer Head}*${infer Tail}`
  ? `${Head}${ScreamingSnakeCase<Name>}${Tail}`
  : Pattern

type AbilityNames<A> = {
  [Name in keyof AbilityTable]: A extends Readonly<Record<Name, unknown>> ? Name : never
}[keyof AbilityTable]
type PatternOf<Entry> = Entry extends { readonly types?: { readonly pattern: infer Pattern extends string } }
  ? Pattern
  : never
type NamesOf<Entry, Grant> = Entry extends { readonly types?: { readonly namesIn: infer Where extends NamesIn } }
  ? NameIn<Where, Grant>
  : never
type VariableNames<A> = {
  [Name in AbilityNames<A>]: FilledPattern<
    PatternOf<AbilityTable[Name]>,
    NamesOf<AbilityTable[Name], A[Name & keyof A]>
  >
}[AbilityNames<A>]

/** The names of a function's variables, except those that may have no value. */
export type VariableOf<A> = Exclude<VariableNames<A>, `${string}?`>
type OptionalVariableOf<A> =
  VariableNames<A> extends infer Name ? (Name extends `${infer Bare}?` ? Bare : never) : never

export type EnvironmentOf<A> = Readonly<Record<VariableOf<A>, string>> &
  Readonly<Partial<Record<OptionalVariableOf<A>, string>>>

/** Converts a union to an intersection. */
type IntersectionOf<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer All) => void ? All : never
type ClientsOfEntry<Entry> = Entry extends { readonly types?: { readonly clients: infer Clients } } ? Clients : unknown
type NeededClients<A> = {
  [Name in AbilityNames<A>]: { readonly clients: ClientsOfEntry<AbilityTable[Name]> }
}[AbilityNames<A>]

/** The clients that a function's access requires. Its handler creates them, so that it bundles no others. */
export type ClientsOf<A> = [AbilityNames<A>] extends [never]
  ? unknown
  : IntersectionOf<NeededClients<A>> extends { readonly clients: infer All }
    ? All
    : never
