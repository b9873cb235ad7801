export const Paragraphs = ({ text }: { readonly text: string }) => (
  <div class="stack tight">
    {text
      .split(/\n{2,}/)
      .filter(Boolean)
      .map((paragraph, index) => (
        <p key={index}>
          {paragraph
            .split('`')
            .map((part, position) => (position % 2 === 1 ? <code key={position}>{part}</code> : part))}
        </p>
      ))}
  </div>
)
