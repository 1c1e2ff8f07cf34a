/** A name of which a part is shown; all of it is there for those who listen, and in the tooltip. */
export function CutName({ name, shown }: { name: string; shown: string }) {
  return (
    <>
      <span aria-hidden data-cut={name}>
        {shown}
      </span>
      <span className="visually-hidden">{name}</span>
    </>
  )
}
