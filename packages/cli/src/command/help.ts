/** What `vernal --help` prints. */
export const HELP = `Usage: vernal <command> [options]

  vernal generate                describe the @Tool methods of a project from their TypeScript signatures and doc comments
  vernal tools list              the tools of the application, with what each costs
  vernal tools search "<query>"  the tools a search finds, and why
  vernal config schema           the JSON Schema of the application's whole configuration
  vernal conditions              which auto-configurations and beans take part, and why

vernal generate
  --project <path>   the tsconfig.json (default: tsconfig.json)
  --out <path>       the file; tools in its folder and below are described (default: src/vernal-tools.generated.ts)
  --check            write nothing; exit with 1 when the file is stale, and name the methods
  --watch            write the file again whenever a source changes

The other commands run the program of the application until its beans are planned: none is made, so no model is called and
no server started.
  --entry <path>     the file that calls run() (default: src/main.ts, main.ts or the main of package.json)
  --json             data instead of text (tools)
  --index <type>     keyword or regex (tools search; default: as configured)
  --max <number>     how many tools at most, 1 to 100 (tools search; default: as configured, else 5)

Exit codes: 0 done; 1 something is wrong, the file is stale, or nothing was found.`
