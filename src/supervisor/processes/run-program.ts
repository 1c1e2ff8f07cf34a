/** Runs the whole of a program: its user reads what went wrong, its caller gets the exit code. */
export async function runProgram(main: () => Promise<void>): Promise<never> {
  try {
    await main()
    process.exit(0)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
