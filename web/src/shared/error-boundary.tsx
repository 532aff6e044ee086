import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Shown instead of what failed. Another `key` tries again. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Keeps what fails to be drawn or loaded from taking everything around it along. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
