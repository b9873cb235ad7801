declare module 'prismjs/components/prism-core.js' {
  const Prism: {
    readonly languages: Readonly<Record<string, object | undefined>>
    tokenize(text: string, grammar: object): unknown
  }

  export default Prism
}
declare module 'prismjs/components/prism-*.js'
