import type { ABILITIES } from './abilities.ts'
import type { NamesIn } from './ability.ts'

type Table = typeof ABILITIES
type GrantOf<Entry> = Entry extends { readonly types?: { readonly grant: infer Grant } } ? Grant : never

export type Grants = { readonly [Name in keyof Table]?: GrantOf<Table[Name]> }

export type Granting = Grants | (Grants & { readonly description: string })

type Screaming<T extends string> = T extends `${infer Head}-${infer Tail}`
  ? `${Uppercase<Head>}_${Screaming<Tail>}`
  : Uppercase<T>
type ListedNames<Grant> = Grant extends readonly (infer Name extends string)[]
  ? Name
  : Grant extends object
    ? ListedNames<Grant[keyof Grant]>
    : never
type NameIn<Where extends NamesIn, Grant> = Where extends 'keys' ? keyof Grant & string : ListedNames<Grant>
type FilledPattern<Pattern extends string, Name extends string> = Pattern extends `${infer Head}*${infer Tail}`
  ? `${Head}${Screaming<Name>}${Tail}`
  : Pattern

type AbilityNames<A> = {
  [Name in keyof Table]: A extends Readonly<Record<Name, unknown>> ? Name : never
}[keyof Table]
type PatternOf<Entry> = Entry extends { readonly types?: { readonly pattern: infer Pattern extends string } }
  ? Pattern
  : never
type NamesOf<Entry, Grant> = Entry extends { readonly types?: { readonly namesIn: infer Where extends NamesIn } }
  ? NameIn<Where, Grant>
  : never
type VariableNames<A> = {
  [Name in AbilityNames<A>]: FilledPattern<PatternOf<Table[Name]>, NamesOf<Table[Name], A[Name & keyof A]>>
}[AbilityNames<A>]

export type VariableOf<A> = Exclude<VariableNames<A>, `${string}?`>
type OptionalVariableOf<A> =
  VariableNames<A> extends infer Name ? (Name extends `${infer Bare}?` ? Bare : never) : never

export type EnvironmentOf<A> = Readonly<Record<VariableOf<A>, string>> &
  Readonly<Partial<Record<OptionalVariableOf<A>, string>>>

type Together<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer All) => void ? All : never
type ClientsOfEntry<Entry> = Entry extends { readonly types?: { readonly clients: infer Clients } } ? Clients : unknown
type NeededClients<A> = { [Name in AbilityNames<A>]: { readonly of: ClientsOfEntry<Table[Name]> } }[AbilityNames<A>]

/** The clients that a function's access requires. Its handler creates them, so that it bundles no others. */
export type ClientsOf<A> = [AbilityNames<A>] extends [never]
  ? unknown
  : Together<NeededClients<A>> extends { readonly of: infer All }
    ? All
    : never
