// #region work
export function countPrimes({ below }: { below: number }): number {
  const isComposite = new Uint8Array(below)
  let count = 0
  for (let number = 2; number < below; number++) {
    if (isComposite[number]) continue
    count++
    for (let multiple = number * number; multiple < below; multiple += number) isComposite[multiple] = 1
  }
  return count
}
// #endregion
