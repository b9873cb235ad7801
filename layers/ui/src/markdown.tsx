import type { ComponentChildren } from 'preact'
import { Code } from './code.tsx'
import { LANGUAGES, type Language } from './language.ts'
import { type Block, blocksOf, type Piece, piecesOf } from './markdown-blocks.ts'
import { type Column, Table } from './table.tsx'

const ID = /\b([A-Z]{1,3}-\d+)\b/

/** Keeps IDs such as `TC-1` on one line. */
const Text = ({ text }: { readonly text: string }) => (
  <>{text.split(ID).map((textPart, index) => (index % 2 === 0 ? textPart : <Id key={index} text={textPart} />))}</>
)

const Id = ({ text }: { readonly text: string }) => <span class="id">{text}</span>

const renderPiece = (piece: Piece, index: number): ComponentChildren => {
  switch (piece.kind) {
    case 'code':
      return <code key={index}>{piece.text}</code>
    case 'strong':
      return <strong key={index}>{piece.text}</strong>
    case 'link':
      return (
        <a key={index} href={piece.href} rel="noreferrer">
          {piece.text}
        </a>
      )
    case 'text':
      return <Text key={index} text={piece.text} />
  }
}

const Line = ({ text }: { readonly text: string }) => <>{piecesOf(text).map(renderPiece)}</>

const HEADINGS = ['h3', 'h4', 'h5', 'h6'] as const

const languageOf = (name: string): Language | undefined => LANGUAGES.find((each) => each === name)

const List = ({ block: { isOrdered, items } }: { readonly block: Extract<Block, { kind: 'list' }> }) => {
  const Tag = isOrdered ? 'ol' : 'ul'
  return (
    <Tag class={isOrdered ? 'bullets numbered' : 'bullets'}>
      {items.map(({ text, isDone }, index) => (
        <li key={index}>
          {isDone !== undefined && <span class="second">{isDone ? 'Done: ' : 'To do: '}</span>}
          <Line text={text} />
        </li>
      ))}
    </Tag>
  )
}

interface TableRow {
  readonly cells: readonly string[]
  readonly index: number
}

const BlockTable = ({
  block: { titles, rows },
  label,
}: {
  readonly block: Extract<Block, { kind: 'table' }>
  readonly label: string
}) => {
  const columns = titles.map(
    (title, columnIndex): Column<TableRow> => ({
      title,
      cell: ({ cells }) => (
        <span>
          <Line text={cells[columnIndex] ?? ''} />
        </span>
      ),
    }),
  )
  return (
    <Table
      label={label}
      rows={rows.map((cells, rowIndex) => ({ cells, index: rowIndex }))}
      keyOf={({ index }) => String(index)}
      columns={columns}
    />
  )
}

const BlockView = ({ block, label }: { readonly block: Block; readonly label: string }) => {
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
      return <List block={block} />
    case 'table':
      return <BlockTable block={block} label={label} />
  }
}

/** A Markdown document below a level 2 heading. HTML stays text, and only HTTPS URLs become links. */
export const Markdown = ({ text, label }: { readonly text: string; readonly label: string }) => {
  let heading = label
  return (
    <article class="stack markdown" aria-label={label}>
      {blocksOf(text).map((block, index) => {
        if (block.kind === 'heading') heading = block.text
        return <BlockView key={index} block={block} label={heading} />
      })}
    </article>
  )
}
