// Lets every part of the page of an analysis reach it.
import { getContext, setContext } from 'svelte'
import type { Analysis } from './analysis.svelte'

const KEY = Symbol('analysis')
export const provideAnalysis = (analysis: Analysis): Analysis => setContext(KEY, analysis)
export const useAnalysis = (): Analysis => getContext<Analysis>(KEY)
