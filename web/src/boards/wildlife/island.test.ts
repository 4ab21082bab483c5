import { describe, expect, it } from 'vitest'
import { extent } from './island'

const cell = (column: number, row: number) => ({
  place: '',
  id: '',
  column,
  row,
  terrain: 'water',
  territory: 'water_large',
  piece: -1,
  species: '',
  colony: -1,
})

describe('an island', () => {
  it('is as large as its land needs', () => {
    expect(extent([cell(9, 0), cell(2, 8)])).toEqual({ columns: 10, rows: 9 })
    expect(extent([cell(8, 3), cell(0, 11)])).toEqual({ columns: 9, rows: 12 })
  })
})
