import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Shown instead of what failed. Another `key` tries again. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Contains errors in rendering or loading its children. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
