import type { ComponentChildren } from 'preact'
import { Code } from './code.tsx'
import { LANGUAGES, type Language } from './language.ts'
import { type Block, blocksOf, type Piece, piecesOf } from './markdown-blocks.ts'
import { type Column, Table } from './table.tsx'

const ID = /\b([A-Z]{1,3}-\d+)\b/

/** Keeps IDs such as `TC-1` on one line. */
const Text = ({ text }: { readonly text: string }) => (
  <>{text.split(ID).map((part, at) => (at % 2 === 0 ? part : <Id key={at} text={part} />))}</>
)

const Id = ({ text }: { readonly text: string }) => <span class="id">{text}</span>

const rendered = (piece: Piece, at: number): ComponentChildren => {
  switch (piece.kind) {
    case 'code':
      return <code key={at}>{piece.text}</code>
    case 'strong':
      return <strong key={at}>{piece.text}</strong>
    case 'link':
      return (
        <a key={at} href={piece.href} rel="noreferrer">
          {piece.text}
        </a>
      )
    case 'text':
      return <Text key={at} text={piece.text} />
  }
}

const Line = ({ text }: { readonly text: string }) => <>{piecesOf(text).map(rendered)}</>

const HEADINGS = ['h3', 'h4', 'h5', 'h6'] as const

const languageOf = (name: string): Language | undefined => LANGUAGES.find((each) => each === name)

const List = ({ of: { isOrdered, items } }: { readonly of: Extract<Block, { kind: 'list' }> }) => {
  const Tag = isOrdered ? 'ol' : 'ul'
  return (
    <Tag class={isOrdered ? 'bullets numbered' : 'bullets'}>
      {items.map(({ text, isDone }, at) => (
        <li key={at}>
          {isDone !== undefined && <span class="second">{isDone ? 'Done: ' : 'To do: '}</span>}
          <Line text={text} />
        </li>
      ))}
    </Tag>
  )
}

interface Cells {
  readonly cells: readonly string[]
  readonly at: number
}

const Rows = ({
  of: { titles, rows },
  label,
}: {
  readonly of: Extract<Block, { kind: 'table' }>
  readonly label: string
}) => {
  const columns = titles.map(
    (title, nth): Column<Cells> => ({
      title,
      cell: ({ cells }) => (
        <span>
          <Line text={cells[nth] ?? ''} />
        </span>
      ),
    }),
  )
  return (
    <Table
      label={label}
      rows={rows.map((cells, at) => ({ cells, at }))}
      keyOf={({ at }) => String(at)}
      columns={columns}
    />
  )
}

const Part = ({ of: block, label }: { readonly of: Block; readonly label: string }) => {
  switch (block.kind) {
    case 'heading': {
      const Tag = HEADINGS[Math.min(block.level, HEADINGS.length) - 1] ?? 'h6'
      return (
        <Tag>
          <Line text={block.text} />
        </Tag>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Line text={block.text} />
        </p>
      )
    case 'quote':
      return (
        <blockquote class="second">
          <Line text={block.text} />
        </blockquote>
      )
    case 'code': {
      const language = languageOf(block.language)
      return <Code text={block.text} label={label} {...(language && { language })} />
    }
    case 'list':
      return <List of={block} />
    case 'table':
      return <Rows of={block} label={label} />
  }
}

/** A Markdown document below a level 2 heading. HTML stays text, and only HTTPS URLs become links. */
export const Markdown = ({ text, label }: { readonly text: string; readonly label: string }) => {
  let heading = label
  return (
    <article class="stack markdown" aria-label={label}>
      {blocksOf(text).map((block, at) => {
        if (block.kind === 'heading') heading = block.text
        return <Part key={at} of={block} label={heading} />
      })}
    </article>
  )
}
